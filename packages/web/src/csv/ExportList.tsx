import { Button } from '@kept/ui/controls/Button.tsx'
import { Menu, MenuItem } from '@kept/ui/controls/Menu.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { send } from '../api/door.ts'
import { sentenceOf } from '../api/errors.ts'
import { words } from '../api/words.ts'
import { download } from './download.ts'
import type { List, ListFormat } from './list-file.ts'
import { saveBlob } from './save.ts'

interface ExportFileProps {
  name: string
  /** Where the server writes it: for lists too long to be held by a browser. */
  address: string
}

/** A list that the server writes itself, as it is asked for there. */
export function ExportFile({ name, address }: ExportFileProps) {
  const { busy, run } = useRun()
  return (
    <Button
      busy={busy}
      icon={<Download size={14} className="text-faint" />}
      aria-label={`Export ${name} as CSV`}
      onClick={() =>
        void run(async () => {
          const answer = await send(new Request(new URL(address, location.origin)))
          const named = /filename="?([^";]+)"?/.exec(answer.headers.get('content-disposition') ?? '')?.[1]
          saveBlob(named ?? `${name}.csv`, await answer.blob())
        })
      }
    >
      Export
    </Button>
  )
}

interface ExportListProps {
  /** Of the file, and what is exported for a screen reader: "alert-rules". */
  name: string
  /** All rows as the list shows them now, in its order; asked when somebody wants the file. */
  list(): Promise<List>
  size?: 'small'
}

const labels: Record<ListFormat, string> = { csv: 'CSV', json: 'JSON' }

/** What a list shows, as a file: all of its rows, with its filter and in its order. */
export function ExportList({ name, list, size }: ExportListProps) {
  const { busy, run } = useRun()
  const take = async (format: ListFormat) => {
    const { fileOf } = await import('./list-file.ts')
    const file = fileOf(name, await list(), format, new Date())
    download(file.name, file.text, file.type)
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
      {(['csv', 'json'] as const).map((format) => (
        <MenuItem key={format} onSelect={() => void run(() => take(format))}>
          {labels[format]}
        </MenuItem>
      ))}
    </Menu>
  )
}

/** One at a time, and what goes wrong is said. */
function useRun() {
  const [busy, setBusy] = useState(false)
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      toasts.show({ tone: 'error', title: words.exportFailed, body: sentenceOf(error) })
    } finally {
      setBusy(false)
    }
  }
  return { busy, run }
}
