import { useQuery } from '@tanstack/react-query'
import { CreateOrganization } from '../account/CreateOrganization.tsx'
import { Organizations } from '../account/Organizations.tsx'
import { api } from '../api/client.ts'
import { BarePage } from './BarePage.tsx'

/** Signed in, but of no organisation: make one, go to another one's, or accept an invitation. */
export default function Nowhere() {
  const mine = useQuery(api.organizations.list.queryOptions({ input: {} })).data?.data ?? []
  return (
    <BarePage
      title={mine.length > 0 ? 'Choose an organisation' : 'You belong to no organisation yet'}
      words="Figures, findings and people belong to an organisation. Were you invited to one? Then open the link of that mail again."
    >
      {mine.length > 0 && <Organizations />}
      <section aria-labelledby="new-organization" className={mine.length > 0 ? 'mt-10' : ''}>
        <h2 id="new-organization" className="text-lead font-semibold">
          Make a new one
        </h2>
        <CreateOrganization />
      </section>
    </BarePage>
  )
}
