import { Button } from '@kept/ui/controls/Button.tsx'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import type { TicketText } from './ticket-text.ts'
import type { Subject } from './useTickets.ts'

const TicketDialog = lazy(() => import('./TicketDialog.tsx'))

interface CreateTicketProps {
  subject: Subject
  load(): Promise<TicketText>
  size?: ComponentProps<typeof Button>['size']
}

/** A button that opens the form of a ticket; its text is made when it is asked for. */
export function CreateTicket({ subject, load, size }: CreateTicketProps) {
  const [ticket, setTicket] = useState<TicketText | null>(null)
  return (
    <>
      <Button {...(size && { size })} onClick={() => void load().then(setTicket)}>
        Create ticket
      </Button>
      {ticket && (
        <Suspense fallback={null}>
          <TicketDialog subject={subject} ticket={ticket} onClose={() => setTicket(null)} />
        </Suspense>
      )}
    </>
  )
}
