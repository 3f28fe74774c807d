/** The people as a file. */

import { errorText } from '@kept/client/error-text.ts'
import { send } from '../../api/http-client.ts'
import { serverUrl } from '../../url/base-path.ts'
import { writeSearch } from '../../url/search.ts'
import { type PeopleView, peopleQuery } from './people-view.ts'

export type ExportFormat = 'pdf' | 'excel' | 'csv'
const extensions: Record<ExportFormat, string> = { pdf: 'pdf', excel: 'xlsx', csv: 'csv' }

/** As the list is filtered and sorted; rejects with the sentences of the catalog. */
export async function exportPeople(format: string, view: PeopleView): Promise<{ name: string; blob: Blob }> {
  if (!isKnown(format)) throw new Error(errorText.exportUnsupported)
  const { page: _, page_size: _size, ...filter } = peopleQuery(view, view.text.trim())
  const answer = await send(new Request(serverUrl(`/v1/users/export${writeSearch({ ...filter, format })}`)))
  const filename = /filename="?([^";]+)"?/.exec(answer.headers.get('content-disposition') ?? '')?.[1]
  return { name: filename ?? `people.${extensions[format]}`, blob: await answer.blob() }
}

function isKnown(format: string): format is ExportFormat {
  return Object.hasOwn(extensions, format)
}
