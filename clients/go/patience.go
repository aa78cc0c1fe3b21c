package client

import (
	"context"
	"math/rand/v2"
	"time"
)

// Patience says how long one request is tried again.
type Patience struct {
	Total      time.Duration // until the client gives up; 60 s where it is 0
	FirstPause time.Duration // after the first try; 50 ms where it is 0; every further one is twice as long
	MostPause  time.Duration // 2 s where it is 0
	Call       time.Duration // limit of one try; 20 s where it is 0
}

func (p Patience) withDefaults() Patience {
	set := func(value *time.Duration, usual time.Duration) {
		if *value <= 0 {
			*value = usual
		}
	}
	set(&p.Total, time.Minute)
	set(&p.FirstPause, 50*time.Millisecond)
	set(&p.MostPause, 2*time.Second)
	set(&p.Call, 20*time.Second)
	return p
}

// attempts counts the tries of one request and pauses between them.
type attempts struct {
	service *Service
	began   time.Time
	pause   time.Duration
	count   int
}

func (s *Service) attempts() *attempts {
	return &attempts{service: s, began: time.Now(), pause: s.patience.FirstPause}
}

// again waits until the next try of a call that failed; it gives the error where there is to be none.
func (a *attempts) again(ctx context.Context, failed error) error {
	a.count++
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	again, asked := pauseOf(failed)
	if !again {
		return typed(failed)
	}
	pause := max(asked, a.pause/2+rand.N(a.pause/2+1))
	if time.Since(a.began)+pause > a.service.patience.Total {
		return &Unanswered{a.service.address, a.count, time.Since(a.began), failed}
	}
	a.pause = min(2*a.pause, a.service.patience.MostPause)
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-timer.C:
		return nil
	}
}

// try calls until there is an answer, an error that stays, or no patience left.
func (s *Service) try(ctx context.Context, call func(ctx context.Context) error) error {
	attempts := s.attempts()
	for {
		limited, cancel := context.WithTimeout(ctx, s.patience.Call)
		err := call(limited)
		cancel()
		if err == nil {
			return nil
		}
		if err := attempts.again(ctx, err); err != nil {
			return err
		}
	}
}

// tryFor is try for calls that give a value.
func tryFor[T any](ctx context.Context, s *Service, call func(ctx context.Context) (T, error)) (T, error) {
	var found T
	err := s.try(ctx, func(ctx context.Context) (err error) {
		found, err = call(ctx)
		return err
	})
	return found, err
}
