import { Button } from '@kept/ui/controls/Button.tsx'
import { Notice } from '@kept/ui/controls/Notice.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { Copy } from 'lucide-react'

/** A new signing secret, shown once. */
export function NewSecret({ created, onDone }: { created: { name: string; secret: string }; onDone(): void }) {
  const copy = () =>
    navigator.clipboard.writeText(created.secret).then(
      () => toasts.show({ title: 'Copied' }),
      () => toasts.show({ tone: 'error', title: 'The browser blocked copying. Select the secret and copy it.' }),
    )
  return (
    <div className="mb-4">
      <Notice
        tone="watch"
        title={`Copy the signing secret of "${created.name}" now`}
        action={
          <>
            <Button icon={<Copy size={14} />} onClick={() => void copy()}>
              Copy
            </Button>
            <Button onClick={onDone}>Done</Button>
          </>
        }
      >
        Use it to verify that messages come from Kept. Kept shows it only once.
        <code className="mt-2 block select-all break-all font-mono text-small">{created.secret}</code>
      </Notice>
    </div>
  )
}
