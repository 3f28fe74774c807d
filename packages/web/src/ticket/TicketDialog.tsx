import { Button } from '@kept/ui/controls/Button.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { Copy } from 'lucide-react'
import type { Ticket } from './ticket-text.ts'

const textClass =
  'max-h-[50vh] overflow-auto whitespace-pre-wrap break-words rounded-base border border-rule bg-hover p-3 font-mono text-micro'

/** The text of a ticket, to be copied into Jira, GitHub or any other tool. */
export default function TicketDialog({ ticket, onClose }: { ticket: Ticket; onClose(): void }) {
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      toasts.show({ title: 'Copied' })
    } catch {
      toasts.show({ title: 'Copying failed. Select the text and copy it yourself.' })
    }
  }
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title="Create ticket"
      description="Paste it into Jira, GitHub or your own tool. The link leads back to the evidence."
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Close
          </Button>
          <Button onClick={() => void copy(ticket.title)}>Copy title</Button>
          <Button
            tone="primary"
            icon={<Copy size={14} aria-hidden="true" />}
            onClick={() => void copy(`${ticket.title}\n\n${ticket.body}`)}
          >
            Copy ticket
          </Button>
        </>
      }
    >
      <p className="mb-2 font-semibold text-body">{ticket.title}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard (WCAG 2.1.1). */}
      <pre tabIndex={0} className={textClass}>
        {ticket.body}
      </pre>
    </Dialog>
  )
}
