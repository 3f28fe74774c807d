import { Button } from '@kept/ui/controls/Button.tsx'
import { Download } from 'lucide-react'
import { useExport } from './useExport.ts'

interface ExportFileProps {
  name: string
  /** The API path of the file, for lists too long for the browser. */
  address: string
}

/** A button that exports a list as a file written by the server. */
export function ExportFile({ name, address }: ExportFileProps) {
  const [isBusy, exportFile] = useExport()
  return (
    <Button
      isBusy={isBusy}
      icon={<Download size={14} className="text-faint" />}
      aria-label={`Export ${name} as CSV`}
      onClick={() => exportFile((file) => file.downloadResponse(name, address))}
    >
      Export
    </Button>
  )
}
