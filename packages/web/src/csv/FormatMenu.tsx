import { sentenceOf } from '@kept/client/errors.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Menu, MenuItem } from '@kept/ui/controls/Menu.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'

interface FormatMenuProps<Format> {
  /** Of the button. */
  label?: string
  size?: 'small'
  formats: readonly Format[]
  /** Title of the toast when a download fails; the reason is below it. */
  failed: string
  download(format: Format): Promise<void>
}

/** A document in one of several formats, which the server writes. Busy while a file is created. */
export function FormatMenu<Format extends { format: string; label: string }>({
  label = 'Export',
  size,
  formats,
  failed,
  download,
}: FormatMenuProps<Format>) {
  const run = useMutation({
    mutationFn: download,
    onError: (error) => toasts.show({ tone: 'error', title: failed, body: sentenceOf(error) }),
  })
  return (
    <Menu
      trigger={
        <Button size={size} isBusy={run.isPending} icon={<Download size={14} className="text-faint" />}>
          {label}
        </Button>
      }
    >
      {formats.map((format) => (
        <MenuItem key={format.format} onSelect={() => run.mutate(format)}>
          {format.label}
        </MenuItem>
      ))}
    </Menu>
  )
}
