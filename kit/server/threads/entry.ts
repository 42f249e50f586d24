// The inside of a thread: loads the module it is asked for and calls one of its functions.
import { parentPort } from 'node:worker_threads'
import { AppError } from '#kit/shared/errors.ts'
import { trust } from '#kit/shared/loose.ts'

export interface ThreadQuestion {
  module: string
  name: string
  input: unknown
}

export type ThreadAnswer =
  | { value: unknown }
  | { refusal: { code: number; message: string; data: unknown } }
  | { message: string; stack: string }

async function answer({ module, name, input }: ThreadQuestion): Promise<ThreadAnswer> {
  try {
    const found: Record<string, (input: unknown) => unknown> = trust(await import(module))
    const work = found[name]
    if (work === undefined) throw new Error(`${module} exports no ${name}`)
    return { value: await work(input) }
  } catch (error) {
    if (error instanceof AppError)
      return { refusal: { code: error.code, message: error.message, data: error.data } }
    const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
    return { message, stack }
  }
}

parentPort?.on('message', async (question: ThreadQuestion) => parentPort?.postMessage(await answer(question)))
