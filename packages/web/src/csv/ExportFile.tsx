import { ExportItems } from './ExportItems.tsx'
import { ExportMenu } from './ExportMenu.tsx'

interface ExportFileProps {
  name: string
  /** The API path of the CSV file, for lists too long for the browser to build. */
  address: string
}

/** Exports a list that the server writes. */
export function ExportFile({ name, address }: ExportFileProps) {
  return (
    <ExportMenu name={name}>
      {(exportFile) => (
        <ExportItems
          formats={['csv', 'excel', 'pdf']}
          onExport={(format) =>
            exportFile((file) =>
              format === 'csv' ? file.downloadResponse(name, address) : file.downloadCsvAs(name, address, format),
            )
          }
        />
      )}
    </ExportMenu>
  )
}
