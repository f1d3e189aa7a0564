import { useEffect, useRef, useState } from 'react';
import { indexAt, type Replay } from '../../run/replay.ts';

export const speeds = [1, 4, 16] as const;
export type Speed = (typeof speeds)[number];

export type Player = {
  /** Place of the fact behind which the run is shown. */
  readonly index: number;
  readonly isPlaying: boolean;
  readonly speed: Speed;
  readonly setSpeed: (speed: Speed) => void;
  /** Goes to a fact, and stops. */
  readonly goTo: (index: number) => void;
  readonly toggle: () => void;
};

/** Milliseconds a fact is shown where a person wants nothing to move: the replay steps. */
const stepMs = 700;

/** Plays a run in its own time, sped up; at its end it begins anew. Opens at the end. */
export function usePlayer(replay: Replay): Player {
  const last = replay.events.length - 1;
  const [chosen, setChosen] = useState<number | null>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<Speed>(4);
  const index = Math.max(0, Math.min(chosen ?? last, last));
  const moment = useRef(0);

  useEffect(() => {
    if (!isPlaying) return;
    const ends = (at: number): void => {
      setChosen(at);
      if (at >= last) setPlaying(false);
    };
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      const timer = setInterval(() => setChosen((at) => Math.min((at ?? 0) + 1, last)), stepMs / speed);
      return () => clearInterval(timer);
    }
    let frame = 0;
    let before = performance.now();
    const tick = (now: number): void => {
      moment.current += (now - before) * speed;
      before = now;
      ends(indexAt(replay, moment.current));
      frame = requestAnimationFrame(tick);
    };
    frame = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(frame);
  }, [isPlaying, speed, replay, last]);

  return {
    index,
    isPlaying: isPlaying && index < last,
    speed,
    setSpeed,
    goTo: (to) => {
      const at = Math.max(0, Math.min(to, last));
      setPlaying(false);
      setChosen(at);
      moment.current = replay.times[at] ?? 0;
    },
    toggle: () => {
      const fromStart = !isPlaying && index >= last;
      if (fromStart) setChosen(0);
      moment.current = replay.times[fromStart ? 0 : index] ?? 0;
      setPlaying(!(isPlaying && index < last));
    },
  };
}
