import type { Import } from '@kept/domain/ingest.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { isInProgress, nameOf } from './import-text.ts'

/** Canceling and undoing an import, both after a confirmation. */
export function useImportActions(importRecord: Import) {
  const client = useQueryClient()
  const [asking, setAsking] = useState<'undo' | 'cancel' | null>(null)
  // Every screen depends on the loads: after a change everything is refetched.
  const renew = () => client.invalidateQueries()
  const cancel = useMutation(
    api.imports.cancel.mutationOptions({
      onSuccess: () => {
        setAsking(null)
        toasts.show({ title: 'Import canceled', body: 'Nothing was imported.' })
        return renew()
      },
    }),
  )
  const undo = useMutation(
    api.imports.undo.mutationOptions({
      onSuccess: () => {
        setAsking(null)
        toasts.show({ title: 'Import reversed', body: 'Replaced data is current again.' })
        return renew()
      },
    }),
  )
  return {
    isBusy: cancel.isPending || undo.isPending,
    confirmCancel: () => setAsking('cancel'),
    confirmUndo: () => setAsking('undo'),
    dialog:
      asking === 'undo' ? (
        <Ask
          title="Reverse this import?"
          description={`${nameOf(importRecord)} is removed from all totals. A month it replaced becomes current again. To restore it, upload the file again.`}
          act="Reverse import"
          isBusy={undo.isPending}
          onAct={() => undo.mutate({ id: importRecord.id })}
          onClose={() => setAsking(null)}
        />
      ) : (
        // It may have come to its end while the question stood there.
        asking === 'cancel' &&
        isInProgress(importRecord) && (
          <Ask
            title="Cancel this import?"
            description={`${nameOf(importRecord)} is discarded. No totals have changed.`}
            act="Cancel import"
            isBusy={cancel.isPending}
            onAct={() => cancel.mutate({ id: importRecord.id })}
            onClose={() => setAsking(null)}
          />
        )
      ),
  }
}

interface ConfirmProps {
  title: string
  description: string
  act: string
  isBusy: boolean
  onAct(): void
  onClose(): void
}

function Ask({ title, description, act, isBusy, onAct, onClose }: ConfirmProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={description}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button tone="danger" isBusy={isBusy} onClick={onAct}>
            {act}
          </Button>
        </>
      }
    >
      {null}
    </Dialog>
  )
}
