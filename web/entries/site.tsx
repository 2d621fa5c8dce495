import '#web/ui/site.css'
import '#contract/texts.ts'
