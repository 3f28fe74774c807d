import { sentenceOf } from '@kept/client/errors.ts'
import { ConfirmButton } from '@kept/ui/controls/ConfirmButton.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { Section } from '../../../shell/Page.tsx'

interface DeleteConnectionProps {
  id: string
  name: string
  /** A folder of exports lists no resources. */
  isExports: boolean
  onDeleted(): void
}

/** Deletes the credentials, and says what happens to the data. */
export function DeleteConnection({ id, name, isExports, onDeleted }: DeleteConnectionProps) {
  const client = useQueryClient()
  const remove = useMutation(
    api.connections.delete.mutationOptions({
      onSuccess: async () => {
        await client.invalidateQueries({ queryKey: api.sync.key() })
        onDeleted()
      },
    }),
  )
  return (
    <Section
      title="Delete"
      description={
        isExports
          ? 'Imported bills stay. New exports are no longer read.'
          : 'Bills, metrics, statements and the savings ledger stay. You decide whether the inventory stays.'
      }
    >
      <div className="flex flex-wrap gap-2">
        <ConfirmButton
          label={isExports ? 'Delete' : 'Delete, keep the inventory'}
          title={`Delete ${name}?`}
          description={
            isExports
              ? 'Its credentials are deleted. Imported bills stay.'
              : 'Its credentials are deleted. Resources stay as they were last read.'
          }
          act="Delete connection"
          isBusy={remove.isPending}
          onAct={() => remove.mutate({ id, inventory: 'keep' })}
        />
        {!isExports && (
          <ConfirmButton
            label="Delete with the inventory"
            tone="danger"
            title={`Delete ${name} and its inventory?`}
            description="Its credentials are deleted, and resources that only this connection lists. Resources on a bill stay."
            act="Delete connection and inventory"
            isBusy={remove.isPending}
            onAct={() => remove.mutate({ id, inventory: 'remove' })}
          />
        )}
      </div>
      {remove.isError && (
        <p role="alert" className="mt-2 text-leak text-small">
          {sentenceOf(remove.error)}
        </p>
      )}
    </Section>
  )
}
