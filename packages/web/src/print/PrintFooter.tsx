import { usePrinting } from './printing.ts'

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'long' })

/** At the foot of every printed page: where it can be seen again, and when it was printed. On a screen it is nothing. */
export function PrintFooter() {
  const printing = usePrinting()
  if (!printing) return null
  return (
    <footer className="hidden break-inside-avoid print:table-footer-group">
      <div className="mt-4 flex justify-between gap-6 border-rule-strong border-t pt-2 text-micro text-soft">
        <span className="break-all">{window.location.href}</span>
        <time dateTime={printing.toISOString()} className="shrink-0">
          {moment.format(printing)}
        </time>
      </div>
    </footer>
  )
}
