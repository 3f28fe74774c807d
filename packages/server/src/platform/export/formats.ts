/** File names and media types of exports. */
import { badInput } from '@kept/domain/errors.ts'
import type { ExportFormat } from '@kept/domain/report-labels.ts'
import type { FastifyReply } from 'fastify'

export const exportTypes: Record<ExportFormat, { type: string; suffix: string }> = {
  csv: { type: 'text/csv; charset=utf-8', suffix: 'csv' },
  excel: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', suffix: 'xlsx' },
  pdf: { type: 'application/pdf', suffix: 'pdf' },
  html: { type: 'text/html; charset=utf-8', suffix: 'html' },
}

/** Throws the specification's error for a format that is not among `formats`. */
export function requireFormat<Format extends ExportFormat>(
  requested: string | undefined,
  formats: readonly Format[],
): Format {
  const format = formats.find((candidate) => candidate === requested)
  if (!format) throw badInput('Unsupported export format')
  return format
}

/** "October costs" on 2026-11-01 as PDF is "october-costs-2026-11-01.pdf". */
export function fileName(title: string, day: string, format: ExportFormat): string {
  const slug = title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60)
  return `${slug || 'export'}-${day}.${exportTypes[format].suffix}`
}

/** Always a download: a browser must not show a file with foreign text as a page of Kept. */
export function sendFile(
  reply: FastifyReply,
  { name, format, content }: { name: string; format: ExportFormat; content: Buffer | string },
): FastifyReply {
  return reply
    .type(exportTypes[format].type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(content)
}
