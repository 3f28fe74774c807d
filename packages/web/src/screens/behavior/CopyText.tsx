import { Button } from '@kept/ui/controls/Button.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { Copy } from 'lucide-react'

/** A text for one's own tools, folded until it is wanted. */
export function CopyText({ title, description, text }: { title: string; description: string; text: string }) {
  return (
    <details className="border-rule border-b py-1.5 text-small">
      <summary className="cursor-pointer font-medium">{title}</summary>
      <p className="mt-1 text-soft">{description}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard (WCAG 2.1.1). */}
      <pre tabIndex={0} className="mt-1 max-h-60 overflow-auto bg-hover p-2 font-mono text-micro">
        {text}
      </pre>
      <Button
        size="small"
        icon={<Copy size={13} />}
        className="mt-1.5"
        aria-label={`Copy for ${title}`}
        onClick={() =>
          void navigator.clipboard.writeText(text).then(
            () => toasts.show({ title: 'Copied', body: title }),
            () => toasts.show({ title: 'Copying failed', body: 'Select the text and copy it yourself.' }),
          )
        }
      >
        Copy
      </Button>
    </details>
  )
}
