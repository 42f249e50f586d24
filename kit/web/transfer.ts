import type { Call } from '#kit/shared/call.ts'
import {
  addressOf,
  CallError,
  came,
  queryText,
  readEnvelope,
  requestBlob,
  sessionHeaders,
  shown,
} from './request.ts'

export interface UploadOptions {
  /** 0–100 of what has been sent */
  onProgress?(percent: number): void
  signal?: AbortSignal
  quiet?: boolean
  /** name the file is sent under; multipart unless given */
  field?: string
}

/** Sends one file with a multipart call; the input goes into the query. Answers and fails as `request`. Platform §5.2. */
export function upload<In, InWire, Out, OutWire>(
  call: Call<In, InWire, Out, OutWire>,
  input: InWire,
  file: File,
  options: UploadOptions = {},
): Promise<OutWire> {
  return shown(options, call, async () => {
    const { path, rest } = addressOf(call.path, input)
    const query = queryText(rest)
    const answer = await came(sendForm(query === '' ? path : `${path}?${query}`, file, options))
    const headers = { get: (name: string) => answer.getResponseHeader(name) }
    return readEnvelope<OutWire>(headers, answer.responseText)
  })
}

// fetch tells nothing about what has been sent.
function sendForm(address: string, file: File, options: UploadOptions): Promise<XMLHttpRequest> {
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest()
    const form = new FormData()
    form.append(options.field ?? 'multipart', file, file.name)
    sending.open('POST', address)
    for (const [name, value] of Object.entries(sessionHeaders())) sending.setRequestHeader(name, value)
    sending.upload.onprogress = (event) => {
      if (event.lengthComputable) options.onProgress?.(Math.floor((event.loaded / event.total) * 100))
    }
    sending.onload = () => resolve(sending)
    sending.onerror = () => reject(new TypeError('Network Error'))
    sending.onabort = () => reject(new DOMException('Aborted', 'AbortError'))
    options.signal?.addEventListener('abort', () => sending.abort())
    sending.send(form)
  })
}

/** Asks a binary call and saves what comes under the server's name for it, or the given one. */
export async function download<In, InWire, Out, OutWire>(
  call: Call<In, InWire, Out, OutWire>,
  input: InWire,
  fileName?: string,
): Promise<void> {
  try {
    const { blob, fileName: given } = await requestBlob(call, input)
    saveBlob(blob, fileName ?? (given || 'download'))
  } catch (error) {
    // A refusal has been shown; there is nothing a caller could add.
    if (!(error instanceof CallError)) throw error
  }
}

/** Lets the browser save bytes as a file. */
export function saveBlob(blob: Blob, fileName: string): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // The browser reads the address after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
