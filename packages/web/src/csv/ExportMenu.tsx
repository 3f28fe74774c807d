import { Button } from '@kept/ui/controls/Button.tsx'
import { Menu } from '@kept/ui/controls/Menu.tsx'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { type RunExport, useExport } from './useExport.ts'

export interface ExportMenuProps {
  /** The file name, also read by screen readers: "alert-rules". */
  name: string
  size?: 'small' | undefined
}

/** The export button and its menu. Busy while a file is created. */
export function ExportMenu({ name, size, children }: ExportMenuProps & { children(exportFile: RunExport): ReactNode }) {
  const [isBusy, exportFile] = useExport()
  return (
    <Menu
      trigger={
        <Button
          size={size}
          isBusy={isBusy}
          icon={<Download size={14} className="text-faint" />}
          aria-label={`Export ${name.replaceAll('-', ' ')}`}
        >
          Export
        </Button>
      }
    >
      {children(exportFile)}
    </Menu>
  )
}
