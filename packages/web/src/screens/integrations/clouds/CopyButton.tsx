import { Button } from '@kept/ui/controls/Button.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { Copy } from 'lucide-react'

/** Copies a text, and says so. */
export function CopyButton({ label, text }: { label: string; text: string }) {
  return (
    <Button
      size="small"
      icon={<Copy size={13} aria-hidden="true" />}
      onClick={() => {
        void navigator.clipboard.writeText(text).then(
          () => toasts.show({ title: 'Copied' }),
          () => toasts.show({ title: 'Your browser does not allow copying. Select the text instead.' }),
        )
      }}
    >
      {label}
    </Button>
  )
}
