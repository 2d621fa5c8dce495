// Verifies an export of sealed rows and the transparency log that it comes from, with golang.org/x/mod/sumdb/tlog and note
// and nothing of the product. See docs/verify.md.
package main

import (
	"bufio"
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type head struct {
	size int64
	root tlog.Hash
}

type manifest struct {
	Type       string
	Entries    int64
	First      *int64
	Last       *int64
	Checkpoint string
	Selection  struct{ BrokerId *int64 }
}

type entry struct {
	Index      int64
	Content    *string
	Salt       []byte
	Commitment []byte
	Proof      [][]byte
}

var faults int

func fault(format string, args ...any) {
	faults++
	fmt.Printf("FAULT "+format+"\n", args...)
}

func check(err error) {
	if err != nil {
		fmt.Println("ERROR", err)
		os.Exit(2)
	}
}

// cosigner verifies cosignature/v1 of C2SP tlog-cosignature, which the note package does not have.
type cosigner struct {
	name string
	hash uint32
	key  ed25519.PublicKey
}

func (c cosigner) Name() string    { return c.name }
func (c cosigner) KeyHash() uint32 { return c.hash }
func (c cosigner) Verify(msg, sig []byte) bool {
	if len(sig) != 72 {
		return false
	}
	text := fmt.Sprintf("cosignature/v1\ntime %d\n%s", binary.BigEndian.Uint64(sig), msg)
	return ed25519.Verify(c.key, []byte(text), sig[8:])
}

func newCosigner(vkey string) (note.Verifier, error) {
	parts := strings.SplitN(vkey, "+", 3)
	if len(parts) != 3 {
		return nil, errors.New("malformed key of the witness")
	}
	key, err := base64.StdEncoding.DecodeString(parts[2])
	if err != nil || len(key) != 33 || key[0] != 4 {
		return nil, errors.New("malformed key of the witness")
	}
	sum := sha256.Sum256(append([]byte(parts[0]+"\n"), key...))
	hash := binary.BigEndian.Uint32(sum[:])
	if parts[1] != fmt.Sprintf("%08x", hash) {
		return nil, errors.New("the id of the witness's key is wrong")
	}
	return cosigner{parts[0], hash, ed25519.PublicKey(key[1:])}, nil
}

// open verifies a checkpoint: signed by the log, and by the witness where one is given.
func open(text string, log, witness note.Verifier) (head, error) {
	known := []note.Verifier{log}
	if witness != nil {
		known = append(known, witness)
	}
	signed, err := note.Open([]byte(text), note.VerifierList(known...))
	if err != nil {
		return head{}, err
	}
	if len(signed.Sigs) < len(known) {
		return head{}, errors.New("the checkpoint lacks the signature of the log or of the witness")
	}
	lines := strings.Split(signed.Text, "\n")
	if len(lines) < 4 || lines[0] != log.Name() {
		return head{}, errors.New("this is the checkpoint of another log")
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil {
		return head{}, err
	}
	root, err := base64.StdEncoding.DecodeString(lines[2])
	if err != nil || len(root) != tlog.HashSize {
		return head{}, errors.New("malformed root")
	}
	h := head{size: size}
	copy(h.root[:], root)
	return h, nil
}

// tiles reads the tiles of a log in the C2SP tlog-tiles format, from an address or a folder.
type tiles struct{ base string }

func get(base, path string) ([]byte, error) {
	if !strings.HasPrefix(base, "http") {
		return os.ReadFile(base + "/" + path)
	}
	response, err := http.Get(base + "/" + path)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != 200 {
		return nil, fmt.Errorf("%s: %s", path, response.Status)
	}
	return io.ReadAll(response.Body)
}

func (t tiles) Height() int                      { return 8 }
func (t tiles) SaveTiles([]tlog.Tile, [][]byte) {}
func (t tiles) ReadTiles(wanted []tlog.Tile) ([][]byte, error) {
	data := make([][]byte, len(wanted))
	for i, tile := range wanted {
		// the path of the package, without the height
		bytes, err := get(t.base, strings.Replace(tile.Path(), "tile/8/", "tile/", 1))
		if err != nil {
			return nil, err
		}
		data[i] = bytes
	}
	return data, nil
}

func hashes(list [][]byte) []tlog.Hash {
	all := make([]tlog.Hash, len(list))
	for i, each := range list {
		if len(each) != tlog.HashSize {
			return nil
		}
		copy(all[i][:], each)
	}
	return all
}

// verifyExport checks each row of an export against the checkpoint in it. It returns the checkpoint and the proofs.
func verifyExport(path string, log, witness note.Verifier) (head, map[int64][]tlog.Hash) {
	file, err := os.Open(path)
	check(err)
	defer file.Close()
	lines := bufio.NewReaderSize(file, 1<<20)
	first, err := lines.ReadBytes('\n')
	check(err)
	var m manifest
	check(json.Unmarshal(first, &m))
	top, err := open(m.Checkpoint, log, witness)
	check(err)
	proofs := map[int64][]tlog.Hash{}
	erased := 0
	for {
		line, err := lines.ReadBytes('\n')
		if err == io.EOF && len(line) == 0 {
			break
		}
		check(err)
		var e entry
		check(json.Unmarshal(line, &e))
		if proofs[e.Index] != nil {
			fault("entry %d is there twice", e.Index)
			continue
		}
		proof := hashes(e.Proof)
		proofs[e.Index] = proof
		if e.Index < 0 || e.Index >= top.size || proof == nil && top.size > 1 {
			fault("entry %d is not in the log", e.Index)
			continue
		}
		if e.Content == nil && e.Salt == nil {
			erased++
		} else {
			content := ""
			if e.Content != nil {
				content = *e.Content
			}
			sum := sha256.Sum256(append(append([]byte{}, e.Salt...), content...))
			if e.Content == nil || len(e.Salt) != 32 || !bytes.Equal(sum[:], e.Commitment) {
				fault("entry %d: the row is not the one that was sealed", e.Index)
			}
		}
		if err := tlog.CheckRecord(proof, top.size, top.root, e.Index, tlog.RecordHash(e.Commitment)); err != nil {
			fault("entry %d: %v", e.Index, err)
		}
	}
	if m.Selection.BrokerId == nil && m.First != nil {
		for index := *m.First; index <= *m.Last; index++ {
			if _, ok := proofs[index]; !ok {
				fault("entry %d is missing", index)
			}
		}
	}
	if int64(len(proofs)) != m.Entries {
		fault("the export has %d entries, its manifest says %d", len(proofs), m.Entries)
	}
	fmt.Printf("export: %d entries, %d of them erased, against a checkpoint of %d\n", len(proofs), erased, top.size)
	return top, proofs
}

// verifyLog checks that the published log continues an older checkpoint, and that its tiles have the root that it signed.
func verifyLog(base string, log, witness note.Verifier, older []head, proofs map[int64][]tlog.Hash) {
	text, err := get(base, "checkpoint")
	check(err)
	now, err := open(string(text), log, witness)
	if err != nil {
		fault("the published checkpoint: %v", err)
		return
	}
	tree := tlog.Tree{N: now.size, Hash: now.root}
	reader := tlog.TileHashReader(tree, tiles{base})
	for _, old := range older {
		if old.size > now.size {
			fault("the log has shrunk from %d to %d entries", old.size, now.size)
			continue
		}
		proof, err := tlog.ProveTree(now.size, old.size, reader)
		if err != nil {
			fault("the tiles of the log: %v", err)
			continue
		}
		if err := tlog.CheckTree(proof, now.size, now.root, old.size, old.root); err != nil {
			fault("the log of %d entries does not continue the one of %d: it was forked", now.size, old.size)
			continue
		}
		fmt.Printf("log: %d entries continue the checkpoint of %d\n", now.size, old.size)
	}
	if len(older) == 0 || older[0].size > now.size {
		return
	}
	// the proofs of the export are those that this package computes from the tiles
	same := 0
	exported := tlog.TileHashReader(tlog.Tree{N: older[0].size, Hash: older[0].root}, tiles{base})
	for index, proof := range proofs {
		if index < 0 || index >= older[0].size {
			continue
		}
		own, err := tlog.ProveRecord(older[0].size, index, exported)
		if err != nil {
			fault("the tiles of the log: %v", err)
			return
		}
		if fmt.Sprint(own) != fmt.Sprint(tlog.RecordProof(proof)) {
			fault("entry %d: the proof differs from the one of golang.org/x/mod", index)
			continue
		}
		same++
	}
	fmt.Printf("log: %d inclusion proofs of the export are equal to those computed from its tiles\n", same)
}

// printProofs writes the consistency proofs between sizes, one a line, for a comparison with another implementation.
func printProofs(base string, log note.Verifier, sizes string) {
	text, err := get(base, "checkpoint")
	check(err)
	now, err := open(string(text), log, nil)
	check(err)
	reader := tlog.TileHashReader(tlog.Tree{N: now.size, Hash: now.root}, tiles{base})
	for _, pair := range strings.Split(sizes, ",") {
		var old, size int64
		_, err := fmt.Sscanf(pair, "%d-%d", &old, &size)
		check(err)
		proof, err := tlog.ProveTree(size, old, reader)
		check(err)
		texts := []string{}
		for _, hash := range proof {
			texts = append(texts, hash.String())
		}
		fmt.Println("PROOF", pair, strings.Join(texts, " "))
	}
}

func main() {
	key := flag.String("key", "", "public key of the log")
	witnessKey := flag.String("witness", "", "public key of the witness, if the checkpoints must be cosigned")
	export := flag.String("export", "", "file of an export")
	base := flag.String("log", "", "address or folder of the log, e.g. https://broker.example/log")
	older := flag.String("older", "", "file with a checkpoint that was kept earlier")
	sizes := flag.String("proofs", "", "print consistency proofs, e.g. 3-7,256-1000")
	flag.Parse()
	log, err := note.NewVerifier(*key)
	check(err)
	var witness note.Verifier
	if *witnessKey != "" {
		witness, err = newCosigner(*witnessKey)
		check(err)
	}
	if *sizes != "" {
		printProofs(*base, log, *sizes)
		return
	}
	known := []head{}
	proofs := map[int64][]tlog.Hash{}
	if *export != "" {
		top, found := verifyExport(*export, log, witness)
		known, proofs = append(known, top), found
	}
	if *older != "" {
		text, err := os.ReadFile(*older)
		check(err)
		old, err := open(string(text), log, nil)
		check(err)
		known = append(known, old)
	}
	if *base != "" {
		verifyLog(*base, log, witness, known, proofs)
	}
	if faults > 0 {
		fmt.Printf("%d faults\n", faults)
		os.Exit(1)
	}
	fmt.Println("verified")
}
