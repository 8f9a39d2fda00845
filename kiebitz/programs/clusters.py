"""Executors on an existing Dask or Ray cluster, through its own client."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from importlib import import_module
from typing import Any, TypeVar

from kiebitz.failure import Failure

T = TypeVar("T")
CONNECT_S = 20.0
"""Seconds that a scheduler may take to answer, and its first worker to appear."""


@contextmanager
def cluster_workers(address: str) -> Iterator[tuple[Executor, int]]:
    """Provide an executor on the cluster at *address*, and its number of cores.

    ``ray://HOST:PORT`` selects Ray's client, ``tcp://HOST:PORT`` and ``tls://HOST:PORT`` Dask's. Raises ``Failure``
    if the client is not installed, nothing answers, or Kiebitz is not installed on the cluster.
    """
    scheme = address.partition("://")[0]
    if scheme not in _CLIENTS or not address.partition("://")[2]:
        raise Failure(f"--cluster takes ray://HOST:PORT (Ray) or tcp://HOST:PORT (Dask), not {address!r}")
    with _CLIENTS[scheme](address) as found:
        try:
            yield found
        except (ImportError, RuntimeError) as error:
            why = " ".join(str(error).split())
            raise Failure(
                f"the cluster at {address} cannot play: {why}; it needs this version of Kiebitz too"
            ) from error


@contextmanager
def _dask(address: str) -> Iterator[tuple[Executor, int]]:
    distributed = _client("distributed", "Dask", "distributed")
    try:
        client = distributed.Client(address, timeout=CONNECT_S)
    except (OSError, ValueError, RuntimeError) as error:
        raise _nobody(address, error) from None
    with client:
        try:
            client.wait_for_workers(1, timeout=CONNECT_S)
        except OSError:
            wish = f"start some, such as with `dask worker {address}`"
            raise Failure(f"the cluster at {address} has no workers; {wish}") from None
        with client.get_executor(pure=False, retries=0) as executor:
            yield executor, sum(client.nthreads().values())


@contextmanager
def _ray(address: str) -> Iterator[tuple[Executor, int]]:
    ray = _client("ray", "Ray", "ray[client]")
    try:
        with warnings.catch_warnings(action="ignore"):
            ray.init(address=address, log_to_driver=False, logging_level=logging.WARNING)
    except (OSError, ValueError, RuntimeError) as error:
        raise _nobody(address, error) from None
    try:
        yield _RayExecutor(ray), max(1, int(ray.cluster_resources().get("CPU", 1)))
    finally:
        ray.shutdown()


class _RayExecutor(Executor):
    """Runs Ray tasks with the interface of ``concurrent.futures``."""

    def __init__(self, ray: Any) -> None:
        self._ray = ray

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        future: Future[T] = self._ray.remote(fn).remote(*args, **kwargs).future()
        return future


_CLIENTS = {"ray": _ray, "tcp": _dask, "tls": _dask}


def _client(module: str, title: str, package: str) -> Any:
    try:
        return import_module(module)
    except ImportError:
        raise Failure(f"{title}'s client is not installed here; install it with `pip install {package}`") from None


def _nobody(address: str, error: Exception) -> Failure:
    return Failure(f"no cluster answers at {address}: {' '.join(str(error).split()) or type(error).__name__}")
