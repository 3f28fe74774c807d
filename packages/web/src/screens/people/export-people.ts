/** The people as a file. */

import { errorText } from '@kept/client/error-text.ts'
import { send } from '../../api/door.ts'
import { writeSearch } from '../../url/search.ts'
import { type PeopleView, peopleQuery } from './people-view.ts'

export type ExportFormat = 'pdf' | 'excel' | 'csv'
const known: Record<ExportFormat, string> = { pdf: 'pdf', excel: 'xlsx', csv: 'csv' }

/** As the list is filtered and sorted; rejects with the sentences of the catalogue. */
export async function exportPeople(format: string, view: PeopleView): Promise<{ name: string; blob: Blob }> {
  if (!isKnown(format)) throw new Error(errorText.exportUnsupported)
  const { page: _, page_size: _size, ...asked } = peopleQuery(view, view.text.trim())
  const answer = await send(
    new Request(new URL(`/v1/users/export${writeSearch({ ...asked, format })}`, location.origin)),
  )
  const named = /filename="?([^";]+)"?/.exec(answer.headers.get('content-disposition') ?? '')?.[1]
  return { name: named ?? `people.${known[format]}`, blob: await answer.blob() }
}

function isKnown(format: string): format is ExportFormat {
  return Object.hasOwn(known, format)
}
