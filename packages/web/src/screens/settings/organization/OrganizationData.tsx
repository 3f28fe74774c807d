import { DELETION_GRACE_DAYS } from '@kept/domain/deletion.ts'
import { missingForExport } from '@kept/domain/permission.ts'
import { formatDay } from '@kept/foundation/format/day.ts'
import { Button, buttonClass } from '@kept/ui/controls/Button.tsx'
import { Notice } from '@kept/ui/controls/Notice.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { Loaded } from '../../../api/Loaded.tsx'
import { Section } from '../../../shell/Page.tsx'
import { SettingRow } from '../../../shell/SettingRow.tsx'
import { useMe } from '../../../shell/useMe.ts'
import { DeleteOrganization } from './DeleteOrganization.tsx'

/** Exports everything, and deletes the organization or cancels that. */
export function OrganizationData({ id, name }: { id: string; name: string }) {
  const client = useQueryClient()
  const [isDeleting, setDeleting] = useState(false)
  const me = useMe().data
  const mayExport = me !== undefined && missingForExport(me.permissions).length === 0
  const query = useQuery(api.deletion.getOrganization.queryOptions({ input: { id } }))
  const renew = () => client.invalidateQueries({ queryKey: api.deletion.key() })
  const cancel = useMutation(
    api.deletion.cancelOrganization.mutationOptions({
      async onSuccess() {
        await renew()
        toasts.show({ title: 'Deletion canceled', body: 'Everyone was notified.' })
      },
    }),
  )
  return (
    <Section title="Data">
      <Loaded query={query} failed="The state of the deletion could not be loaded.">
        {({ data }) => (
          <>
            {data && (
              <Notice
                tone="watch"
                title={`${name} will be deleted on ${formatDay(data.due_at.slice(0, 10))}`}
                action={
                  <Button size="small" isBusy={cancel.isPending} onClick={() => cancel.mutate({ id })}>
                    Cancel deletion
                  </Button>
                }
              >
                {data.requested_by} requested it. Export the data before then.
              </Notice>
            )}
            <SettingRow
              title="Export all data"
              description="A compressed archive of JSON Lines: settings, users, costs, savings, audit log. Secrets are left out."
            >
              {mayExport ? (
                <a className={buttonClass()} href={`/v1/organizations/${id}/export`} download>
                  Export
                </a>
              ) : (
                <span>Needs every read permission. Ask an admin.</span>
              )}
            </SettingRow>
            {!data && (
              <SettingRow
                title="Delete organization"
                description={`Everyone is notified. All data is deleted after ${DELETION_GRACE_DAYS} days; until then you can cancel.`}
              >
                <Button tone="danger" onClick={() => setDeleting(true)}>
                  Delete
                </Button>
              </SettingRow>
            )}
            {isDeleting && (
              <DeleteOrganization id={id} name={name} onClose={() => setDeleting(false)} onRequested={renew} />
            )}
          </>
        )}
      </Loaded>
    </Section>
  )
}
