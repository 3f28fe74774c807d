import { Button } from '@kept/ui/controls/Button.tsx'
import { Checkbox } from '@kept/ui/controls/Checkbox.tsx'
import { Notice } from '@kept/ui/controls/Notice.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { Copy, Download } from 'lucide-react'
import { useState } from 'react'
import { download } from '../../csv/download.ts'

/** The recovery codes, shown only once: each signs in once without the authenticator. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  const [isStored, setIsStored] = useState(false)
  const text = codes.join('\n')
  return (
    <div className="space-y-4">
      <Notice tone="watch" title="Save your recovery codes">
        Each code signs you in once if you lose your authenticator. They won't be shown again.
      </Notice>
      <ul
        aria-label="Recovery codes"
        className="grid w-fit gap-x-8 gap-y-1 whitespace-nowrap rounded-base bg-sunken px-4 py-3 font-mono text-body sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button
          icon={<Copy size={14} className="text-faint" />}
          onClick={() =>
            void navigator.clipboard.writeText(text).then(
              () => toasts.show({ title: 'Copied' }),
              () => toasts.show({ tone: 'error', title: 'Copying failed. Select the codes and copy them yourself.' }),
            )
          }
        >
          Copy
        </Button>
        <Button
          icon={<Download size={14} className="text-faint" />}
          onClick={() => download('kept-recovery-codes.txt', `${text}\n`, 'text/plain;charset=utf-8')}
        >
          Download
        </Button>
      </div>
      <Checkbox checked={isStored} onChange={setIsStored}>
        I saved these codes
      </Checkbox>
      <Button tone="primary" disabled={!isStored} onClick={onDone}>
        Done
      </Button>
    </div>
  )
}
