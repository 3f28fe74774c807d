/** Errors in the format of SCIM (RFC 7644, section 3.12). */
export class ScimError extends Error {
  readonly status: number
  readonly scimType: string | undefined

  constructor(status: number, detail: string, scimType?: string) {
    super(detail)
    this.status = status
    this.scimType = scimType
  }
}

export function scimError(status: number, detail: string, scimType?: string): ScimError {
  return new ScimError(status, detail, scimType)
}

export function errorBody({ status, message, scimType }: Pick<ScimError, 'status' | 'message' | 'scimType'>): object {
  const schemas = ['urn:ietf:params:scim:api:messages:2.0:Error']
  return { schemas, status: String(status), ...(scimType && { scimType }), detail: message }
}
