import { api } from '../api/client.ts'
import { session } from '../session/current.ts'

/** Goes on for another organization: a page loaded anew, so that nothing of the former one is left on it. */
export async function actFor(organizationId: string, page?: string): Promise<void> {
  const { redirectUrl } = await api.auth.switchOrganization.call({ id: organizationId })
  session.notifyOtherTabs()
  location.assign(page ?? redirectUrl)
}
