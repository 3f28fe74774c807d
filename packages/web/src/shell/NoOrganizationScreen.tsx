import { useQuery } from '@tanstack/react-query'
import { CreateOrganization } from '../account/CreateOrganization.tsx'
import { Organizations } from '../account/Organizations.tsx'
import { api } from '../api/client.ts'
import { BarePage } from './BarePage.tsx'

/** For a signed-in user without an organization: create one, switch to one, or accept an invitation. */
export default function NoOrganizationScreen() {
  const organizations = useQuery(api.organizations.list.queryOptions({ input: {} })).data?.data ?? []
  return (
    <BarePage
      title={organizations.length > 0 ? 'Choose an organization' : 'No organization yet'}
      description="You need an organization to continue. If you were invited, open the link in the invitation email again."
    >
      {organizations.length > 0 && <Organizations />}
      <section aria-labelledby="new-organization" className={organizations.length > 0 ? 'mt-10' : ''}>
        <h2 id="new-organization" className="text-lead font-semibold">
          Create an organization
        </h2>
        <CreateOrganization />
      </section>
    </BarePage>
  )
}
