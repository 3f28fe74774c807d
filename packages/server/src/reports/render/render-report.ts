/** A report's document as a file. */
import type { ReportDocument } from '@kept/domain/report-document.ts'
import type { ExportFormat } from '@kept/domain/report-labels.ts'
import { exportTypes, fileName } from '../../platform/export/formats.ts'
import { reportCsv } from './report-csv.ts'
import { reportHtml } from './report-html.ts'
import { reportPdf } from './report-pdf.ts'
import { reportWorkbook } from './report-workbook.ts'

interface ReportFile {
  name: string
  type: string
  content: Buffer
}

export async function renderReport(document: ReportDocument, format: ExportFormat): Promise<ReportFile> {
  const content = await renderers[format](document)
  return {
    name: fileName(document.title, document.generated_at.slice(0, 10), format),
    type: exportTypes[format].type,
    content: Buffer.from(content),
  }
}

const renderers: Record<ExportFormat, (document: ReportDocument) => Promise<Buffer> | string> = {
  csv: reportCsv,
  html: (document) => reportHtml(document),
  excel: reportWorkbook,
  pdf: reportPdf,
}
