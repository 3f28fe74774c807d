/** The newsletter's subscribers as CSV, shared by the route and the command line. */
import { csvLine } from '@kept/foundation/csv/write.ts'

export interface NewsletterReader {
  email: string
  /** ISO, in UTC. */
  confirmed_at: string
  unsubscribe_link: string
}

export function newsletterCsv(readers: readonly NewsletterReader[]): string {
  const lines = readers.map(({ email, confirmed_at, unsubscribe_link }) =>
    csvLine([email, confirmed_at, unsubscribe_link]),
  )
  return [csvLine(['email', 'confirmed_at', 'unsubscribe_link']), ...lines].join('')
}
