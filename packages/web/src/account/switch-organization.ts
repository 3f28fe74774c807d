import { api } from '../api/client.ts'
import { session } from '../session/current.ts'
import { publicPath } from '../url/base-path.ts'

/** Switches to another organization and reloads the page, so that no data of the previous one is left. */
export async function actFor(organizationId: string, page?: string): Promise<void> {
  const { redirectUrl } = await api.auth.switchOrganization.call({ id: organizationId })
  session.notifyOtherTabs()
  location.assign(publicPath(page ?? redirectUrl))
}
