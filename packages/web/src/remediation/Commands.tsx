import type { RemediationScript } from '@kept/domain/remediation.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { Copy } from 'lucide-react'

/** Commands to run by hand, and those that undo them. */
export function Commands({ script }: { script: RemediationScript }) {
  return (
    <>
      <p className="text-small text-soft">{script.description}</p>
      {(
        [
          ['Commands', script.run],
          ['Undo', script.undo],
        ] as const
      ).map(([title, text]) => (
        <section key={title} aria-label={title}>
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
      ))}
      <p className="text-small text-soft">Needs {script.permissions.join(', ')}.</p>
    </>
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
