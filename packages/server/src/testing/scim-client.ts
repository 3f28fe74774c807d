/** For tests: requests of an identity provider that manages users by SCIM. */
interface ScimAnswer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect any response.
  body: any
  headers: Headers
}

export function scimClient(url: string, token: string) {
  async function scim(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<ScimAnswer> {
    const response = await fetch(`${url}/scim/v2${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text), headers: response.headers }
  }
  const patch = (path: string, ...Operations: object[]) =>
    scim('PATCH', path, { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations })
  return { scim, patch }
}
