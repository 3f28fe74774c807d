import { Button } from '@kept/ui/controls/Button.tsx'
import { Download } from 'lucide-react'
import { useState } from 'react'

interface ExportFileProps {
  name: string
  /** Where the server writes it: for lists too long to be held by a browser. */
  address: string
}

/** A list that the server writes itself, every row of it, as it is asked for there. */
export function ExportFile({ name, address }: ExportFileProps) {
  const [busy, setBusy] = useState(false)
  const take = async () => {
    setBusy(true)
    const { takeAnswer } = await import('./take-file.ts')
    await takeAnswer(name, address)
    setBusy(false)
  }
  return (
    <Button
      busy={busy}
      icon={<Download size={14} className="text-faint" />}
      aria-label={`Export ${name} as CSV`}
      onClick={() => void take()}
    >
      Export
    </Button>
  )
}
