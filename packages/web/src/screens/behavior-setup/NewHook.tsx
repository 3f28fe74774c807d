import type { HookWithSecret } from '@kept/contract/routes/behavior-hooks.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Notice } from '@kept/ui/controls/Notice.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { Copy } from 'lucide-react'

/** A hook's secret the one time it is shown, with what to do at the other end. */
export function NewHook({ hook, onDone }: { hook: HookWithSecret; onDone(): void }) {
  const copy = (text: string) =>
    navigator.clipboard.writeText(text).then(
      () => toasts.show({ title: 'Copied' }),
      () => toasts.show({ tone: 'error', title: 'Copying failed. Select the text and copy it yourself.' }),
    )
  return (
    <div className="mb-4">
      <Notice
        tone="watch"
        title={`Copy the secret of "${hook.name}" now`}
        action={
          <>
            <Button icon={<Copy size={14} />} onClick={() => void copy(hook.url)}>
              Copy URL
            </Button>
            <Button icon={<Copy size={14} />} onClick={() => void copy(hook.secret)}>
              Copy secret
            </Button>
            <Button onClick={onDone}>Done</Button>
          </>
        }
      >
        It won't be shown again. {hook.instructions}
        <code className="mt-2 block select-all break-all font-mono text-small">{hook.url}</code>
        <code className="mt-1 block select-all break-all font-mono text-small">{hook.secret}</code>
      </Notice>
    </div>
  )
}
