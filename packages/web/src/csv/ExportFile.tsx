import { Button } from '@kept/ui/controls/Button.tsx'
import { Download } from 'lucide-react'
import { useTaking } from './useTaking.ts'

interface ExportFileProps {
  name: string
  /** Where the server writes it: for lists too long to be held by a browser. */
  address: string
}

/** A list that the server writes itself, every row of it, as it is asked for there. */
export function ExportFile({ name, address }: ExportFileProps) {
  const [busy, take] = useTaking()
  return (
    <Button
      busy={busy}
      icon={<Download size={14} className="text-faint" />}
      aria-label={`Export ${name} as CSV`}
      onClick={() => take((file) => file.takeAnswer(name, address))}
    >
      Export
    </Button>
  )
}
