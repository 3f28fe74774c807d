/** The people as a file. */
import { send } from '../../api/door.ts'
import { words } from '../../api/words.ts'

export type ExportFormat = 'pdf' | 'excel' | 'csv'
const known: Record<ExportFormat, string> = { pdf: 'pdf', excel: 'xlsx', csv: 'csv' }

/** Rejects with the sentences of the catalogue. */
export async function exportPeople(format: string): Promise<{ name: string; blob: Blob }> {
  if (!isKnown(format)) throw new Error(words.exportUnsupported)
  const answer = await send(new Request(new URL(`/v1/users/export?format=${format}`, location.origin)))
  const named = /filename="?([^";]+)"?/.exec(answer.headers.get('content-disposition') ?? '')?.[1]
  return { name: named ?? `people.${known[format]}`, blob: await answer.blob() }
}

function isKnown(format: string): format is ExportFormat {
  return Object.hasOwn(known, format)
}
