import { Button } from '@kept/ui/controls/Button.tsx'
import { Menu } from '@kept/ui/controls/Menu.tsx'
import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'

type TakeFile = typeof import('./take-file.ts')

export interface ExportMenuProps {
  /** Of the file, and what is exported for a screen reader: "alert-rules". */
  name: string
  size?: 'small' | undefined
}

/** The button every export is under, busy while a file is made; what makes it comes when it is wanted. */
export function ExportMenu({
  name,
  size,
  children,
}: ExportMenuProps & { children(take: (work: (file: TakeFile) => Promise<void>) => void): ReactNode }) {
  const [busy, setBusy] = useState(false)
  const take = async (work: (file: TakeFile) => Promise<void>) => {
    setBusy(true)
    try {
      await work(await import('./take-file.ts'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Menu
      trigger={
        <Button
          size={size}
          busy={busy}
          icon={<Download size={14} className="text-faint" />}
          aria-label={`Export ${name.replaceAll('-', ' ')}`}
        >
          Export
        </Button>
      }
    >
      {children((work) => void take(work))}
    </Menu>
  )
}
