import { RotateCw } from 'lucide-react'
import { Button } from './Button.tsx'

interface ErrorPanelProps {
  title: string
  /** The error message of the server. */
  message: string
  /** The request ID for the log. */
  reference?: string
  onRetry?(): void
}

/** A panel that failed to load, with its error and a retry. The rest of the page still works. */
export function ErrorPanel({ title, message, reference, onRetry }: ErrorPanelProps) {
  return (
    <div role="alert" className="border-leak border-l-2 bg-leak-wash px-4 py-3">
      <h3 className="text-body font-semibold text-ink">{title}</h3>
      <p className="mt-0.5 max-w-prose text-body text-ink">{message}</p>
      {reference && <p className="mt-1 font-mono text-micro text-soft">Request {reference}</p>}
      {onRetry && (
        <Button size="small" className="mt-3" icon={<RotateCw size={13} />} onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}
