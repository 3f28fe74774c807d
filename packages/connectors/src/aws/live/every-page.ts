/** Lists that AWS returns in pages. */
import { SyncFailure } from '@kept/domain/sync/failure.ts'

/** AWS has three spellings of the same field; the last page has none, or an empty one. */
interface Paged {
  NextToken?: string | undefined
  nextToken?: string | undefined
  NextMarker?: string | undefined
}

/**
 * Every page of a list, from the first on. `subject` is what the list belongs to, for the error: a `SyncFailure` when a page
 * names itself as the next one, because that list never ends.
 */
export async function* everyPage<Page extends Paged>(
  { action, subject }: { action: string; subject: string },
  read: (token: string | undefined) => Promise<Page>,
): AsyncGenerator<Page> {
  let token: string | undefined
  do {
    const page = await read(token)
    yield page
    const next = page.NextToken || page.nextToken || page.NextMarker || undefined
    if (next !== undefined && next === token)
      throw new SyncFailure('unexpected', `${action} returned the same page of ${subject} twice.`, { action })
    token = next
  } while (token !== undefined)
}
