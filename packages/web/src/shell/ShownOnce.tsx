import { Button } from '@kept/ui/controls/Button.tsx'
import { Notice } from '@kept/ui/controls/Notice.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { Copy } from 'lucide-react'

interface ShownOnceProps {
  title: string
  /** What it is for, or that it is not shown again. */
  description: string
  secret: string
  /** The toast when the browser does not let the page copy. */
  copyFailure: string
  onDone(): void
}

/** A secret the one time it is shown. */
export function ShownOnce({ title, description, secret, copyFailure, onDone }: ShownOnceProps) {
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => toasts.show({ title: 'Copied' }),
      () => toasts.show({ tone: 'error', title: copyFailure }),
    )
  return (
    <div className="mb-4">
      <Notice
        tone="watch"
        title={title}
        action={
          <>
            <Button icon={<Copy size={14} />} onClick={() => void copy()}>
              Copy
            </Button>
            <Button onClick={onDone}>Done</Button>
          </>
        }
      >
        {description}
        <code className="mt-2 block select-all break-all font-mono text-small">{secret}</code>
      </Notice>
    </div>
  )
}
