import { formatMoment } from '@kept/ui/format/moment.ts'
import { type Subject, useTickets } from './useTickets.ts'

/** The issues that were opened for it, each a link into the tracker. */
export function TicketLinks({ subject }: { subject: Subject }) {
  const tickets = useTickets(subject).data?.data ?? []
  if (tickets.length === 0) return null
  return (
    <ul aria-label="Tickets" className="mt-2 space-y-1 text-small text-soft">
      {tickets.map(({ id, key, url, channel, created_by, created_at }) => (
        <li key={id}>
          <a href={url} target="_blank" rel="noreferrer" className="font-medium text-fact underline">
            {key}
          </a>{' '}
          in {channel.name}, created by {created_by}, {formatMoment(created_at)}
        </li>
      ))}
    </ul>
  )
}
