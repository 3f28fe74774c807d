import { Button } from '@kept/ui/controls/Button.tsx'
import { Checkbox } from '@kept/ui/controls/Checkbox.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { api } from '../../api/client.ts'

interface SaveViewDialogProps {
  search: string
  /** Suggested as they are typed. */
  folders: readonly string[]
  onClose(): void
  onSaved(): Promise<void>
}

/** Saves what is in view under a name, in a folder, for its owner or for everyone. */
export function SaveViewDialog({ search, folders, onClose, onSaved }: SaveViewDialogProps) {
  const form = useId()
  const list = useId()
  const [name, setName] = useState('')
  const [folder, setFolder] = useState('')
  const [isShared, setIsShared] = useState(false)
  const [isDefault, setIsDefault] = useState(false)
  const save = useMutation(
    api.costs.saveView.mutationOptions({
      onSuccess: ({ data }) => {
        toasts.show({ title: 'View saved', body: data.name })
        onClose()
        return onSaved()
      },
    }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return
    save.mutate({ name: name.trim(), folder: folder.trim(), is_shared: isShared, is_default: isDefault, search })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Save view"
      description="A view of the same name in the same folder is replaced."
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button tone="primary" type="submit" form={form} isBusy={save.isPending} disabled={name.trim() === ''}>
            Save
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="space-y-3">
        <Input label="Name" maxLength={100} value={name} onChange={(event) => setName(event.target.value)} />
        <Input
          label="Folder"
          hint="Optional"
          maxLength={100}
          list={list}
          value={folder}
          onChange={(event) => setFolder(event.target.value)}
        />
        <datalist id={list}>
          {folders.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
        <Checkbox checked={isShared} onChange={setIsShared}>
          Share with everyone in the organization
        </Checkbox>
        <Checkbox checked={isDefault} onChange={setIsDefault}>
          Open Cost Explorer with this view
        </Checkbox>
      </form>
    </Dialog>
  )
}
