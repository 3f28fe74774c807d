import { Button } from '@kept/ui/controls/Button.tsx'
import { Notice } from '@kept/ui/controls/Notice.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { Copy } from 'lucide-react'

/** A key the one time it is shown. */
export function FreshKey({ fresh, onDone }: { fresh: { name: string; key: string }; onDone(): void }) {
  const copy = () =>
    navigator.clipboard.writeText(fresh.key).then(
      () => toasts.show({ title: 'Copied' }),
      () => toasts.show({ tone: 'error', title: 'The browser did not allow copying; select the key instead.' }),
    )
  return (
    <div className="mb-4">
      <Notice
        tone="watch"
        title={`Copy the key "${fresh.name}" now`}
        action={
          <>
            <Button icon={<Copy size={14} />} onClick={() => void copy()}>
              Copy
            </Button>
            <Button onClick={onDone}>I have it</Button>
          </>
        }
      >
        It is not shown again.
        <code className="mt-2 block select-all break-all font-mono text-small">{fresh.key}</code>
      </Notice>
    </div>
  )
}
