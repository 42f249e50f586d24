import { type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query'
import type { Call } from '#kit/shared/call.ts'
import { trust } from '#kit/shared/loose.ts'
import { confirm } from './confirm.tsx'
import { invalidate, prefixOf, queryClient } from './query.ts'
import { CallError, CONFIRM, type RequestOptions, request } from './request.ts'

export interface CallOptions<OutWire = unknown> {
  /** false: not asked yet */
  enabled?: boolean
  /** failures are shown by the screen itself */
  quiet?: boolean
  /** the answer to the previous input stays while the next is under way; show `isPlaceholderData` as loading */
  keep?: boolean
  /** ms for which an answer is taken from the cache without asking again */
  fresh?: number
  /** ms between two askings */
  every?: number | ((answer: OutWire | undefined) => number | false)
}

/** The cache key of a call with an input. */
export function keyOf(call: { path: string }, input: unknown): readonly [string, unknown] {
  return [call.path, input]
}

/** The answer of a read, cached by path and input. Architecture §5. */
export function useCall<In, InWire, Out, OutWire>(
  call: Call<In, InWire, Out, OutWire>,
  input: InWire,
  options: CallOptions<OutWire> = {},
): UseQueryResult<OutWire, Error> {
  const { every } = options
  return useQuery<OutWire, Error, OutWire, readonly unknown[]>({
    queryKey: keyOf(call, input),
    queryFn: ({ signal }) => request(call, input, { signal, quiet: options.quiet ?? false }),
    enabled: options.enabled ?? true,
    ...(options.keep ? { placeholderData: (before: OutWire | undefined) => trust(before) } : {}),
    ...(options.fresh === undefined ? {} : { staleTime: options.fresh }),
    ...(every === undefined
      ? {}
      : { refetchInterval: typeof every === 'number' ? every : ({ state }) => every(state.data) }),
  })
}

/** Asks a read through the cache outside of a component. */
export function askOnce<In, InWire, Out, OutWire>(
  call: Call<In, InWire, Out, OutWire>,
  input: InWire,
  fresh = 0,
): Promise<OutWire> {
  return queryClient.fetchQuery({
    queryKey: keyOf(call, input),
    queryFn: () => request(call, input),
    staleTime: fresh,
  })
}

export interface ChangeOptions extends RequestOptions {
  /** further path prefixes whose answers the change makes old */
  touches?: readonly string[]
}

/**
 * Asks a change and reads again what lies under its path (and `touches`). A refusal that is a question (CONFIRM) is put
 * to the person first. Throws CallError.
 */
export async function change<In, InWire, Out, OutWire>(
  call: Call<In, InWire, Out, OutWire>,
  input: InWire,
  options: ChangeOptions = {},
): Promise<OutWire> {
  const { touches = [], ...rest } = options
  const data = await request(call, input, rest).catch(async (error: unknown) => {
    if (!(error instanceof CallError) || error.reason !== CONFIRM || !(await confirm(error.message)))
      throw error
    return request(call, { ...input, confirmed: 1 }, rest)
  })
  void invalidate(prefixOf(call.path), ...touches)
  return data
}

/** A change for a component: `run(input)` and whether it is under way. */
export function useChange<In, InWire, Out, OutWire>(
  call: Call<In, InWire, Out, OutWire>,
  options: ChangeOptions = {},
): { run(input: InWire): Promise<OutWire>; running: boolean } {
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (input: InWire) => change(call, input, options),
  })
  return { run: mutateAsync, running: isPending }
}
