import { Button } from '@kept/ui/controls/Button.tsx'
import { Notice } from '@kept/ui/controls/Notice.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { Copy } from 'lucide-react'

/** A signing secret the one time it is shown. */
export function FreshSecret({ fresh, onDone }: { fresh: { name: string; secret: string }; onDone(): void }) {
  const copy = () =>
    navigator.clipboard.writeText(fresh.secret).then(
      () => toasts.show({ title: 'Copied' }),
      () => toasts.show({ tone: 'error', title: 'The browser did not allow copying; select the secret instead.' }),
    )
  return (
    <div className="mb-4">
      <Notice
        tone="watch"
        title={`Copy the signing secret of "${fresh.name}" now`}
        action={
          <>
            <Button icon={<Copy size={14} />} onClick={() => void copy()}>
              Copy
            </Button>
            <Button onClick={onDone}>I have it</Button>
          </>
        }
      >
        Your receiver checks with it that a message is from this Kept. It is not shown again.
        <code className="mt-2 block select-all break-all font-mono text-small">{fresh.secret}</code>
      </Notice>
    </div>
  )
}
