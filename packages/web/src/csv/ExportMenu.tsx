import { Button } from '@kept/ui/controls/Button.tsx'
import { Menu } from '@kept/ui/controls/Menu.tsx'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Take, useTaking } from './useTaking.ts'

export interface ExportMenuProps {
  /** Of the file, and what is exported for a screen reader: "alert-rules". */
  name: string
  size?: 'small' | undefined
}

/** The button every export is under, busy while a file is made. */
export function ExportMenu({ name, size, children }: ExportMenuProps & { children(take: Take): ReactNode }) {
  const [busy, take] = useTaking()
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
      {children(take)}
    </Menu>
  )
}
