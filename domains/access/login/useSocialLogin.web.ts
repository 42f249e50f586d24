import { useEffect, useState } from 'react'
import { CallError, request } from '#kit/web/request.ts'
import { type SignedIn, socialLogin } from '../session/login.calls.ts'
import {
  authorise,
  goalOf,
  handedOver,
  hasBegun,
  keepCode,
  lastStep,
  type SocialCode,
  type SocialStep,
  SPENT,
  socialPlace,
  takeState,
} from './social.web.ts'

const NOT_BOUND = 404

interface SocialLogin {
  running: boolean
  /** leaves for the platform; null where that is of no use */
  begin: (() => void) | null
}

/**
 * Signs in with the code of the social platform, when the person comes back from there: it stands in the address
 * they wanted (/auth-send?code=…) or in the own one, or was left by the hand-off window. An account that nobody has
 * bound yet is asked for again: the second code goes along with the password. Platform §2.4.
 */
export function useSocialLogin(
  search: string,
  redirect: string,
  offered: boolean,
  onEnter: (answer: SignedIn) => void,
  onFail: (error: unknown) => void,
): SocialLogin {
  const [running, setRunning] = useState(false)
  const leave = (step: SocialStep) => {
    setRunning(true)
    socialPlace()
      .then((place) => authorise(place, step, goalOf(redirect)))
      .catch((error: unknown) => {
        setRunning(false)
        onFail(error)
      })
  }
  const enter = async ({ code, state }: SocialCode) => {
    setRunning(true)
    try {
      onEnter(await request(socialLogin, { code, state }, { quiet: true }))
    } catch (error) {
      if (error instanceof CallError && error.code === NOT_BOUND) {
        // The code is spent; the login with a password needs one of its own.
        leave('bind')
        return
      }
      onFail(error)
    }
    setRunning(false)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a code is good for one try.
  useEffect(() => {
    const use = (given: SocialCode | null) => {
      if (!given) return
      if (given.state !== takeState()) onFail(new Error(SPENT))
      else if (lastStep() === 'enter') void enter(given)
      else {
        keepCode(given.code)
        onFail(new Error('该微信未绑定账号，请使用账号密码登录'))
      }
    }
    return handedOver(search, redirect, use)
  }, [redirect])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it begins by itself once.
  useEffect(() => {
    if (offered && !hasBegun()) leave('enter')
  }, [offered])
  return { running, begin: offered ? () => leave('enter') : null }
}
