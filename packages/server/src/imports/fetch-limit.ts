/**
 * When fetching ends by itself. Files of which the size is listed have a time for all of them. Rows that are asked for page
 * by page may be any number, so that they end when none arrive.
 */
import { KeptError } from '@kept/domain/errors.ts'

const MAX_FETCH_HOURS = 2
/** Longer than a query may take before its first row. */
const MAX_SILENT_MINUTES = 30

interface FetchLimit {
  /** Aborted with the sentence that becomes the error of the import. */
  signal: AbortSignal
  /** Something has arrived. */
  received(): void
  end(): void
}

export function limitFetch(url: string, { isMeasured }: { isMeasured: boolean }): FetchLimit {
  const controller = new AbortController()
  const minutes = isMeasured ? MAX_FETCH_HOURS * 60 : MAX_SILENT_MINUTES
  const timer = setTimeout(() => controller.abort(tookTooLong(url, isMeasured)), minutes * 60_000)
  return {
    signal: controller.signal,
    received() {
      // Once it has ended, nothing may begin it again.
      if (!isMeasured && !controller.signal.aborted) timer.refresh()
    },
    end: () => clearTimeout(timer),
  }
}

/** The same files take as long again, so that no schedule tries them again before they change. */
function tookTooLong(url: string, isMeasured: boolean): KeptError {
  return new KeptError(
    'too_large',
    isMeasured
      ? `${url} could not be read within ${MAX_FETCH_HOURS} hours. Check how fast Kept can download from there, then try again.`
      : `${url} sent no rows for ${MAX_SILENT_MINUTES} minutes. Check it in Google Cloud, then choose "Sync now".`,
  )
}
