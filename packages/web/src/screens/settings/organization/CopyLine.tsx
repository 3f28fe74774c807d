import { Button } from '@kept/ui/controls/Button.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { Copy } from 'lucide-react'

/** One line of a list of values that are entered elsewhere: its name, its text, and a button that copies it. */
export function CopyLine({ label, text }: { label: string; text: string }) {
  return (
    <>
      <dt className="text-soft">{label}</dt>
      <dd className="min-w-0 break-all font-mono text-micro">{text}</dd>
      <dd>
        <Button
          size="small"
          icon={<Copy size={13} />}
          aria-label={`Copy the ${label.toLowerCase()} ${text}`}
          onClick={() =>
            void navigator.clipboard.writeText(text).then(
              () => toasts.show({ title: 'Copied', body: text }),
              () => toasts.show({ title: 'Copying failed', body: 'Select the text and copy it yourself.' }),
            )
          }
        >
          Copy
        </Button>
      </dd>
    </>
  )
}
