import { sentenceOf } from '@kept/client/errors.ts'
import type { Connection } from '@kept/domain/connection.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'

interface ConnectionChoiceProps {
  connections: readonly Connection[]
  chosen: string
  mayChange: boolean
  onChoose(id: string): void
  onAdd(): void
  onDeleted(): Promise<unknown>
}

/** Which connection is read with; organization admins add and delete them here. */
export function ConnectionChoice({
  connections,
  chosen,
  mayChange,
  onChoose,
  onAdd,
  onDeleted,
}: ConnectionChoiceProps) {
  const [confirming, setConfirming] = useState(false)
  const remove = useMutation(
    api.connections.delete.mutationOptions({
      onSuccess: () => {
        setConfirming(false)
        return onDeleted()
      },
    }),
  )
  const current = connections.find(({ id }) => id === chosen)
  return (
    <div>
      <div className="flex flex-wrap items-end gap-2">
        <div className="w-80 max-w-full">
          <Select
            label="Connection"
            value={chosen}
            options={connections.map(({ id, name, location }) => ({ value: id, label: `${name} (${location})` }))}
            onChange={(id) => {
              setConfirming(false)
              onChoose(id)
            }}
          />
        </div>
        {mayChange && <Button onClick={onAdd}>Add a connection</Button>}
        {mayChange && !confirming && (
          <Button tone="quiet" onClick={() => setConfirming(true)}>
            Delete
          </Button>
        )}
      </div>
      {confirming && current && (
        <div className="mt-3 flex flex-wrap items-center gap-2">
          <p className="text-small">Delete "{current.name}" and its credentials? What was imported with it stays.</p>
          <Button tone="danger" isBusy={remove.isPending} onClick={() => remove.mutate({ id: current.id })}>
            Delete connection
          </Button>
          <Button tone="quiet" onClick={() => setConfirming(false)}>
            Cancel
          </Button>
        </div>
      )}
      {remove.isError && (
        <p role="alert" className="mt-2 text-leak text-small">
          {sentenceOf(remove.error)}
        </p>
      )}
    </div>
  )
}
