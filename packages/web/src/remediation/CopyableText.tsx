import { Button } from '@kept/ui/controls/Button.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { Copy } from 'lucide-react'

/** A text to be run or written somewhere else, under its title. */
export function CopyableText({ title, text }: { title: string; text: string }) {
  return (
    <section aria-label={title}>
      <div className="mb-1 flex items-center justify-between gap-2">
        <h3 className="font-semibold text-small">{title}</h3>
        <Button
          size="small"
          tone="quiet"
          icon={<Copy size={14} aria-hidden="true" />}
          aria-label={`Copy: ${title}`}
          onClick={() => void copy(text)}
        >
          Copy
        </Button>
      </div>
      <pre className="overflow-x-auto whitespace-pre-wrap break-all rounded-base border border-rule bg-hover p-3 font-mono text-micro">
        {text}
      </pre>
    </section>
  )
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toasts.show({ title: 'Copied' })
  } catch {
    toasts.show({ title: 'Copying failed. Select the text and copy it yourself.' })
  }
}
