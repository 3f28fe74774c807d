import { Button } from '@kept/ui/controls/Button.tsx'
import { Notice } from '@kept/ui/controls/Notice.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { Copy } from 'lucide-react'

/** A key the one time it is shown. */
export function NewKey({ created, onDone }: { created: { name: string; key: string }; onDone(): void }) {
  const copy = () =>
    navigator.clipboard.writeText(created.key).then(
      () => toasts.show({ title: 'Copied' }),
      () => toasts.show({ tone: 'error', title: 'Copying failed. Select the key and copy it yourself.' }),
    )
  return (
    <div className="mb-4">
      <Notice
        tone="watch"
        title={`Copy the key "${created.name}" now`}
        action={
          <>
            <Button icon={<Copy size={14} />} onClick={() => void copy()}>
              Copy
            </Button>
            <Button onClick={onDone}>Done</Button>
          </>
        }
      >
        It won't be shown again.
        <code className="mt-2 block select-all break-all font-mono text-small">{created.key}</code>
      </Notice>
    </div>
  )
}
