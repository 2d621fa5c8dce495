-- The extension decides which program opens a file: it follows the media type, for files that came before too.
update vault_files set filename = filename || '.pdf'
where media_type = 'application/pdf' and filename !~* '\.pdf$';
update vault_files set filename = filename || '.png'
where media_type = 'image/png' and filename !~* '\.png$';
update vault_files set filename = filename || '.jpg'
where media_type = 'image/jpeg' and filename !~* '\.jpe?g$';
update vault_files set filename = filename || '.mp3'
where media_type = 'audio/mpeg' and filename !~* '\.mp3$';
