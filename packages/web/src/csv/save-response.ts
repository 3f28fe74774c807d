import { send } from '../api/http-client.ts'
import { serverUrl } from '../url/base-path.ts'
import { saveBlob } from './save.ts'

/** Requests a file of the server and downloads it under this name. */
export async function saveResponse(address: string, name: string): Promise<void> {
  const response = await send(new Request(serverUrl(address)))
  saveBlob(name, await response.blob())
}
